/** Where a command writes, so that tests can read it. */
export interface CommandIo {
  print(line: string): void
}

export interface Running {
  stop(): Promise<void>
}

/** One sub-command of the command line. Each lives in its own file in commands/. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Options as the user types them, one per line. */
  readonly usage: readonly string[]
  /** Starts the service, prints what a user needs, and resolves when it is up. */
  run(args: readonly string[], io: CommandIo): Promise<Running>
}
