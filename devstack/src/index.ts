export type { Command, CommandIo, Running } from './command.js'
export { commands } from './commands.js'
export { DevstackError, type DevstackErrorCode } from './devstackError.js'
export { type StartEvmOptions, startEvm } from './evm/startEvm.js'
