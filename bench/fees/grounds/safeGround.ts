import type { Address, Hex } from 'viem'
import { startSafeHost } from '../../../e2e/safeHost.js'
import type { Ground } from '../Ground.js'
import { providerOf, sendFrom, startEvmBench } from './evmGround.js'

interface AskedTransaction {
  readonly to: Address
  readonly value?: Hex
  readonly data?: Hex
}

/** A Safe of two owners: one of them carries out what both signed, and pays for the gas. */
export async function safeGround(): Promise<Ground> {
  const bench = await startEvmBench()
  const host = await startSafeHost(bench.stack)
  const { address } = host
  const provider = providerOf(bench.stack, address, {
    async eth_sendTransaction([asked]) {
      const { to, value = '0x0', data = '0x' } = asked as AskedTransaction
      const { safeTxHash } = await host.propose([{ to, value: String(BigInt(value)), data }])
      await host.confirm(safeTxHash)
      await host.execute(safeTxHash)
      return host.proposalOf(safeTxHash).txHash
    },
  })
  return {
    hasTokens: true,
    begin: (round) => sendFrom(bench, { address, kind: 'smartAccount', provider }, round),
    async stop() {
      await host.stop()
      await bench.stop()
    },
  }
}
