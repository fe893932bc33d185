type Env = NodeJS.ProcessEnv;

/** True if a variable is set, and not to an empty text, `0` or `false`. */
export function isTruthy(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

/** True in a CI system: by `CI`, or by the variable of a system that does not set `CI`. */
export function isCi(env: Env): boolean {
  if (env.CI !== undefined) return isTruthy(env.CI);
  return ['GITHUB_ACTIONS', 'GITLAB_CI', 'JENKINS_URL', 'TEAMCITY_VERSION', 'TF_BUILD'].some((name) =>
    isTruthy(env[name]),
  );
}
