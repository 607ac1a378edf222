import { parseArgs } from 'node:util'
import type { Command } from '../command.js'

/** `devstack polkadot`: a local Polkadot chain until interrupted. */
export const polkadot: Command = {
  name: 'polkadot',
  summary: "a local Polkadot chain with Rococo's runtime",
  usage: [
    '--port <number>        default 9944; 0 takes a free port',
    '--genesis <file>       a raw chain specification; default: that of Rococo',
  ],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string', default: '9944' }, genesis: { type: 'string' } },
    })
    const { startPolkadot } = await import('../polkadot/startPolkadot.js')
    const stack = await startPolkadot({
      port: Number(values.port),
      ...(values.genesis === undefined ? {} : { genesis: values.genesis }),
    })
    io.print(`Polkadot chain ${stack.chainId}: ${stack.url}`)
    io.print(`${stack.symbol}, ${stack.decimals} decimals, SS58 prefix ${stack.ss58Prefix}`)
    io.print('Accounts (public test keys, 1,000 coins each):')
    for (const account of stack.accounts) io.print(`  ${account.address}  ${account.uri}`)
    return stack
  },
}
