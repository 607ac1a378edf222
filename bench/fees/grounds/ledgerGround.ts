import { Networks } from '@latchkey/kernel/wallet'
import { Eip155Provider } from '@latchkey/plugin-eip155'
import { startLedgerBench } from '../../../plugins/ledger/test/ledgerBench.js'
import type { Ground } from '../Ground.js'
import { type EvmSender, sendFrom, startEvmBench } from './evmGround.js'

/** An account of a Ledger, over the packets of USB. */
export async function ledgerGround(): Promise<Ground> {
  const bench = await startEvmBench()
  const ledger = await startLedgerBench({ nodes: [bench.stack.url, bench.stack.url] })
  await ledger.session.connect({ connectorId: 'ledger', namespaces: ['eip155'] })
  await ledger.kernel.get(Networks).switch(bench.networkId)
  const account = ledger.session.activeAccount('eip155')
  if (!account) throw new Error('The device gave no account.')
  const sender: EvmSender = {
    address: account.address as EvmSender['address'],
    kind: account.kind,
    provider: ledger.session.provider(Eip155Provider),
  }
  return {
    hasTokens: true,
    begin: (round) => sendFrom(bench, sender, round),
    async stop() {
      await ledger.stop()
      await bench.stop()
    },
  }
}
