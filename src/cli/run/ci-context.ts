import type { Report } from '../../../reports/model.ts';
import { safeLine } from '../../../reports/text.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';

type Context = NonNullable<Report['context']>;

/** The variables of each CI system, or texts with several; the first system with a commit or a job counts. */
const SYSTEMS: readonly Required<Context>[] = [
  {
    commit: '$GITHUB_SHA',
    branch: '$GITHUB_REF_NAME',
    job: '$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID',
  },
  { commit: '$CI_COMMIT_SHA', branch: '$CI_COMMIT_REF_NAME', job: '$CI_JOB_URL' },
  { commit: '$BUILDKITE_COMMIT', branch: '$BUILDKITE_BRANCH', job: '$BUILDKITE_BUILD_URL' },
  { commit: '$CIRCLE_SHA1', branch: '$CIRCLE_BRANCH', job: '$CIRCLE_BUILD_URL' },
  {
    commit: '$BUILD_SOURCEVERSION',
    branch: '$BUILD_SOURCEBRANCHNAME',
    job: '$SYSTEM_COLLECTIONURI$SYSTEM_TEAMPROJECT/_build/results?buildId=$BUILD_BUILDID',
  },
  {
    commit: '$BITBUCKET_COMMIT',
    branch: '$BITBUCKET_BRANCH',
    job: '$BITBUCKET_GIT_HTTP_ORIGIN/pipelines/results/$BITBUCKET_BUILD_NUMBER',
  },
  { commit: '$GIT_COMMIT', branch: '$GIT_BRANCH', job: '$BUILD_URL' },
];

/**
 * Returns the commit, branch and job from the variables of a CI system, without credentials in the job's URL;
 * undefined outside a known system.
 * @param redacted removes the secrets of the run from a text
 */
export function ciContext(
  env: Readonly<Record<string, string | undefined>>,
  redacted: (text: string) => string,
): Context | undefined {
  const filled = (form: string): string | undefined => {
    const names = form.match(/\$\w+/gu) ?? [];
    if (!names.every((name) => env[name.slice(1)])) return undefined;
    return safeLine(redacted(form.replaceAll(/\$(\w+)/gu, (_, name: string) => env[name] ?? '')), 300);
  };
  const found = SYSTEMS.find(({ commit, job }) => filled(commit) !== undefined || filled(job) !== undefined);
  if (found === undefined) return undefined;
  const commit = filled(found.commit);
  return withoutUndefined({
    commit: commit !== undefined && /^[\w.-]{1,80}$/u.test(commit) ? commit : undefined,
    branch: filled(found.branch),
    job: addressOf(filled(found.job)),
  });
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/u.test(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}
