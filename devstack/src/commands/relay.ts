import { parseArgs } from 'node:util'
import type { Command } from '../command.js'

/** `devstack relay`: a local WalletConnect relay until interrupted. */
export const relay: Command = {
  name: 'relay',
  summary: 'a local relay for WalletConnect sessions',
  usage: ['--port <number>        default 5555; 0 takes a free one'],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string', default: '5555' } },
    })
    const { startRelay } = await import('../relay/startRelay.js')
    const running = await startRelay({ port: Number(values.port) })
    io.print(`Relay ${running.url}`)
    return running
  },
}
