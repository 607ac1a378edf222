import { parseArgs } from 'node:util'
import type { Command } from '../command.js'
import { deployAmm } from '../evm/deployAmm.js'
import { startEvm } from '../evm/startEvm.js'

/** `devstack evm`: a local EVM chain until interrupted. */
export const evm: Command = {
  name: 'evm',
  summary: 'a local EVM chain with tokens and ENS names',
  usage: [
    '--port <number>        default 8545; 0 takes a free port',
    '--chain-id <number>    default 31337',
    '--block-time <seconds> default: a block for every transaction',
    '--amm                  pools of Uniswap v2 and v3, to swap on',
  ],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8545' },
        'chain-id': { type: 'string', default: '31337' },
        'block-time': { type: 'string' },
        amm: { type: 'boolean', default: false },
      },
    })
    const blockTime = values['block-time']
    const stack = await startEvm({
      port: Number(values.port),
      chainId: Number(values['chain-id']),
      ...(blockTime === undefined ? {} : { blockTimeSeconds: Number(blockTime) }),
    })
    const amm = values.amm ? await deployAmm(stack) : undefined
    io.print(`EVM chain ${stack.chainId}: ${stack.url} and ${stack.webSocketUrl}`)
    io.print('Accounts (public test keys, 10,000 ETH each):')
    for (const account of stack.accounts) io.print(`  ${account.address}  ${account.privateKey}`)
    io.print('Tokens:')
    for (const token of Object.values(stack.tokens)) {
      io.print(`  ${token.symbol.padEnd(5)} ${token.address}  ${token.decimals} decimals, ${token.name}`)
    }
    io.print(`Names: ${stack.names.alice.name} ${stack.names.alice.address}`)
    io.print(`       ${stack.names.bob.name} ${stack.names.bob.address}`)
    if (amm) {
      io.print(`Uniswap v2: factory ${amm.v2.factory}, router ${amm.v2.router}`)
      io.print(`Uniswap v3: factory ${amm.v3.factory}, quoter ${amm.v3.quoter}, router ${amm.v3.router02}`)
    }
    return stack
  },
}
