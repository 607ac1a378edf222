import { parseArgs } from 'node:util'
import type { Command } from '../command.js'

/** `devstack account-abstraction`: a local EVM chain with a bundler and a paymaster, until interrupted. */
export const accountAbstraction: Command = {
  name: 'account-abstraction',
  summary: 'a local EVM chain with a bundler (ERC-4337) and a paymaster (ERC-7677)',
  usage: [
    '--port <number>            of the chain, default 8545; 0 takes a free one',
    '--bundler-port <number>    default 4337',
    '--paymaster-port <number>  default 7677',
  ],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8545' },
        'bundler-port': { type: 'string', default: '4337' },
        'paymaster-port': { type: 'string', default: '7677' },
      },
    })
    const { startEvm } = await import('../evm/startEvm.js')
    const { startAccountAbstraction } = await import('../account-abstraction/startAccountAbstraction.js')
    const stack = await startEvm({ port: Number(values.port) })
    const ports = {
      bundlerPort: Number(values['bundler-port']),
      paymasterPort: Number(values['paymaster-port']),
    }
    const local = await startAccountAbstraction(stack, ports).catch(async (error: unknown) => {
      await stack.stop()
      throw error
    })
    io.print(`EVM chain ${stack.chainId}: ${stack.url}`)
    io.print(`Bundler ${local.bundlerUrl}`)
    io.print(`Paymaster ${local.paymasterUrl}`)
    for (const [version, address] of Object.entries(local.entryPoints))
      io.print(`EntryPoint ${version} ${address}`)
    return {
      async stop() {
        await local.stop()
        await stack.stop()
      },
    }
  },
}
