type Env = NodeJS.ProcessEnv;

/** Whether a variable says yes: it is set, and neither empty, `0` nor `false`. */
export function isTruthy(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

/** `CI` as nearly every system sets it, and the names of those that do not. */
export function isCi(env: Env): boolean {
  if (env.CI !== undefined) return isTruthy(env.CI);
  return ['GITHUB_ACTIONS', 'GITLAB_CI', 'JENKINS_URL', 'TEAMCITY_VERSION', 'TF_BUILD'].some((name) =>
    isTruthy(env[name]),
  );
}
