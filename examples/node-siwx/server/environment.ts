export interface Environment {
  readonly port: number
  /** Where people open the page, such as `https://app.example`. Sign-ins for another site are refused. */
  readonly origin: string
  readonly databaseUrl: string
  readonly sessionSecret: string
  readonly ethereumNode: string | undefined
}

/** @throws Error naming the variable that is missing. */
export function readEnvironment(values: NodeJS.ProcessEnv): Environment {
  const needed = (name: string) => {
    const value = values[name]
    if (!value) throw new Error(`${name} is not set. See the README of this example.`)
    return value
  }
  return {
    port: Number(values['PORT'] ?? 3000),
    origin: needed('SITE_ORIGIN'),
    databaseUrl: needed('DATABASE_URL'),
    sessionSecret: needed('SESSION_SECRET'),
    ethereumNode: values['ETHEREUM_RPC_URL'],
  }
}
