// The step of action.yml that comments on a pull request: one comment for each name, which every run writes anew. It never
// fails the job: the verdict is that of the run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** GitHub takes 65,536 characters. */
const MOST = 60_000;
/** Pages of a hundred comments that are looked through. */
const PAGES = 20;
const { KIT_COMMENT: name, KIT_REPORT: folder, KIT_PAGE: page = '' } = process.env;
const { GITHUB_TOKEN: token, GITHUB_EVENT_PATH: event } = process.env;
const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository } = process.env;
const MARK = `<!-- petstore-conformance: ${encodeURIComponent(name)} -->`;

/** The summary of the report; of a long one the sections that fit. */
function summary() {
  const text = readFileSync(join(folder, 'summary.md'), 'utf8');
  if (text.length <= MOST) return text;
  const head = text.slice(0, MOST);
  return `${head.slice(0, head.lastIndexOf('\n##'))}\nThe rest is in the summary of the job.\n`;
}

async function ask(path, sending = {}) {
  const response = await fetch(`${api}/repos/${repository}/issues/${path}`, {
    ...sending,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`GitHub answers ${response.status} to ${path}`);
  return response.json();
}

/** The comment of an earlier run; not one in which somebody else wrote the same. */
async function earlier(number) {
  for (let part = 1; part <= PAGES; part += 1) {
    const comments = await ask(`${number}/comments?per_page=100&page=${part}`);
    const own = comments.find(
      ({ body, user }) => user?.login === 'github-actions[bot]' && body?.startsWith(MARK),
    );
    if (own !== undefined || comments.length < 100) return own;
  }
  return undefined;
}

try {
  const number = JSON.parse(readFileSync(event, 'utf8')).pull_request?.number;
  if (number === undefined)
    console.log('This is not the run of a pull request: there is nothing to comment on.');
  else {
    const own = await earlier(number);
    const link = page === '' ? '' : `\n[Open the report](${page})\n`;
    const body = JSON.stringify({ body: `${MARK}\n${summary()}${link}` });
    if (own === undefined) await ask(`${number}/comments`, { method: 'POST', body });
    else await ask(`comments/${own.id}`, { method: 'PATCH', body });
  }
} catch (error) {
  const hint = 'It needs the permission pull-requests: write, which a run from a fork does not get.';
  console.log(`::warning::The pull request has no comment: ${error.message}. ${hint}`);
}
