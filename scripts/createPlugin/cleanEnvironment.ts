/** The environment without what npm adds for its scripts: another package manager would take npm's settings for its own. */
export const cleanEnvironment = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
