export interface Settings {
  /** Where people open the page, such as `https://app.example`. Sign-ins for another site are refused. */
  readonly origin: string
  readonly sessionSecret: string
  readonly databaseUrl: string
}

/** @throws Error naming the variable that is missing. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const needed = (name: string) => {
    const value = environment[name]
    if (!value) throw new Error(`${name} is not set. See “Settings” in the README.`)
    return value
  }
  return {
    origin: needed('SITE_ORIGIN'),
    sessionSecret: needed('SESSION_SECRET'),
    databaseUrl: needed('DATABASE_URL'),
  }
}
