import { parseArgs } from 'node:util'
import type { Command } from '../command.js'

/** `devstack solana`: a local Solana chain until interrupted. */
export const solana: Command = {
  name: 'solana',
  summary: 'a local Solana chain with an SPL token and a Token-2022 token',
  usage: ['--port <number>        default 8899, with the WebSocket on the next; 0 takes a free pair'],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string', default: '8899' } },
    })
    const { startSolana } = await import('../solana/startSolana.js')
    const stack = await startSolana({ port: Number(values.port) })
    io.print(`Solana chain ${stack.chainId}: ${stack.url} and ${stack.webSocketUrl}`)
    io.print('Accounts (public test keys, 1,000 SOL each; the first owns the tokens):')
    for (const account of stack.accounts) io.print(`  ${account.address}  ${account.secretKey}`)
    io.print('Tokens:')
    for (const [name, mint] of Object.entries(stack.mints)) {
      io.print(`  ${name.padEnd(5)} ${mint.address}  ${mint.decimals} decimals, program ${mint.program}`)
    }
    return stack
  },
}
