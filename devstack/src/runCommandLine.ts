import type { Command, CommandIo, Running } from './command.js'
import { DevstackError } from './devstackError.js'

/**
 * Runs the sub-command that the arguments name. Resolves with what has to be stopped at the end, or with
 * undefined when only help was asked for.
 *
 * @throws DevstackError UNKNOWN_COMMAND, and whatever the command throws
 */
export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  io: CommandIo,
): Promise<Running | undefined> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === 'help') {
    for (const line of help(commands)) io.print(line)
    return undefined
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    const known = commands.map((candidate) => candidate.name).join(', ')
    throw new DevstackError('UNKNOWN_COMMAND', `There is no command "${name}". Choose one of: ${known}.`)
  }
  if (rest.includes('--help')) {
    for (const line of commandHelp(command)) io.print(line)
    return undefined
  }
  return command.run(rest, io)
}

function help(commands: readonly Command[]): readonly string[] {
  return [
    'latchkey-devstack <command> [options]',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(16)} ${command.summary}`),
  ]
}

function commandHelp(command: Command): readonly string[] {
  return [
    `latchkey-devstack ${command.name}: ${command.summary}`,
    '',
    ...command.usage.map((line) => `  ${line}`),
  ]
}
