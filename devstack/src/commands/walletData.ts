import { parseArgs } from 'node:util'
import type { Command } from '../command.js'
import { DevstackError } from '../devstackError.js'
import type { WalletDataNode } from '../wallet-data/index.js'

/** `devstack wallet-data`: a wallet-data service over running nodes until interrupted. */
export const walletData: Command = {
  name: 'wallet-data',
  summary: 'balances, activity, names and prices of local chains over HTTP',
  usage: [
    '--evm <url>            HTTP address of an EVM node; may be repeated',
    '--solana <url>         HTTP address of a Solana node',
    '--bitcoin <url>        address of an Esplora-style interface',
    '--polkadot <url>       WebSocket address of a Polkadot node',
    '--database <target>    a file, or a postgres:// connection string; default: forgotten at the end',
    '--port <number>        default 3100; 0 takes a free port',
    '--admin-port <number>  switches for tests on loopback; default: none',
    '--project <id>         answers this project only; may be repeated; default: any',
  ],
  async run(args, io) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        evm: { type: 'string', multiple: true, default: [] },
        solana: { type: 'string', multiple: true, default: [] },
        bitcoin: { type: 'string', multiple: true, default: [] },
        polkadot: { type: 'string', multiple: true, default: [] },
        database: { type: 'string' },
        port: { type: 'string', default: '3100' },
        'admin-port': { type: 'string' },
        project: { type: 'string', multiple: true },
      },
    })
    const nodes: WalletDataNode[] = [
      ...values.evm.map((url) => ({ namespace: 'eip155', url }) as const),
      ...values.solana.map((url) => ({ namespace: 'solana', url }) as const),
      ...values.bitcoin.map((url) => ({ namespace: 'bip122', url }) as const),
      ...values.polkadot.map((url) => ({ namespace: 'polkadot', url }) as const),
    ]
    if (nodes.length === 0) {
      const message =
        'No node was named. Start a chain, for example with "latchkey-devstack evm", and pass its address, for example --evm http://127.0.0.1:8545.'
      throw new DevstackError('INVALID_OPTION', message)
    }
    const { startWalletData } = await import('../wallet-data/index.js')
    const service = await startWalletData({
      nodes,
      port: Number(values.port),
      ...(values.database === undefined ? {} : { database: values.database }),
      ...(values['admin-port'] === undefined ? {} : { adminPort: Number(values['admin-port']) }),
      ...(values.project === undefined ? {} : { projects: values.project }),
      report: (error) => io.print(String(error)),
    })
    io.print(`Wallet data of ${service.networkIds.join(', ')}: ${service.url}`)
    if (service.adminUrl) io.print(`Switches for tests: ${service.adminUrl}`)
    return service
  },
}
