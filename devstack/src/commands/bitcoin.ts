import { parseArgs } from 'node:util'
import type { Command } from '../command.js'

/** `devstack bitcoin`: a local Bitcoin chain until interrupted. */
export const bitcoin: Command = {
  name: 'bitcoin',
  summary: 'a local Bitcoin chain behind an Esplora-style interface',
  usage: [
    '--port <number>        default 3002; 0 takes a free port',
    '--fund <address>       sends 1 BTC there; may be repeated',
    '--mine <seconds>       mines a block every so often; default: only when funds are sent',
  ],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '3002' },
        fund: { type: 'string', multiple: true, default: [] },
        mine: { type: 'string' },
      },
    })
    const { startBitcoin } = await import('../bitcoin/startBitcoin.js')
    const stack = await startBitcoin({ port: Number(values.port) })
    try {
      for (const address of values.fund) await stack.faucet(address, 100_000_000n)
    } catch (error) {
      await stack.stop()
      throw error
    }
    io.print(`Bitcoin chain ${stack.chainId}: ${stack.url}`)
    const report = (error: unknown) => io.print(`Mining failed: ${String(error)}`)
    const seconds = Number(values.mine ?? 0)
    const timer = seconds > 0 ? setInterval(() => stack.mine().catch(report), seconds * 1000) : undefined
    return {
      stop() {
        clearInterval(timer)
        return stack.stop()
      },
    }
  },
}
