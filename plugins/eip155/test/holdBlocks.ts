import type { EvmStack } from '../../../devstack/src/evm/index.js'
import type { Hex } from 'viem'

interface Requester {
  request(asked: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

/** A contract whose every call fails, also one that only pays it. */
const failing = '0x60006000fd'

/**
 * Has a chain take nothing until `decide` says so. It takes what waited before, so that no test meets another's transactions.
 *
 * @returns the wallet's provider, which remembers what it sent, and `decide` as `CapabilityHarness` wants it
 */
export async function holdBlocks<Provider extends Requester>({ client }: EvmStack, wallet: Provider) {
  await client.mine({ blocks: 1 })
  await client.setAutomine(false)
  /** A replaced transaction is gone from the node, and has to be handed in again where the chain takes it all the same. */
  const sent = new Map<string, Hex>()
  const provider: Provider = Object.create(wallet, {
    request: {
      writable: true,
      async value(asked: Parameters<Provider['request']>[0]) {
        const answer = await wallet.request(asked)
        if (asked.method === 'eth_sendTransaction' && typeof answer === 'string')
          sent.set(answer, await rawOf(answer as Hex))
        return answer
      },
    },
  })
  const rawOf = (hash: Hex) =>
    client.request<RawTransaction>({ method: 'eth_getRawTransactionByHash', params: [hash] })
  const find = (hash: Hex) => client.getTransaction({ hash }).catch(() => undefined)
  return {
    provider,
    async decide(id: string, status: 'confirmed' | 'failed'): Promise<void> {
      const hash = id as Hex
      if (!(await find(hash))) await handIn(hash)
      const to = (await client.getTransaction({ hash })).to
      if (status === 'failed' && to) await client.setCode({ address: to, bytecode: failing })
      await client.mine({ blocks: 1 })
      if (status === 'failed' && to) await client.setCode({ address: to, bytecode: '0x' })
    },
  }

  /** Puts a transaction in the place of the one that replaced it. */
  async function handIn(hash: Hex): Promise<void> {
    for (const other of sent.keys())
      if (await find(other as Hex)) await client.dropTransaction({ hash: other as Hex })
    const serializedTransaction = sent.get(hash)
    if (!serializedTransaction) throw new Error(`${hash} was not sent here.`)
    await client.sendRawTransaction({ serializedTransaction })
  }
}

interface RawTransaction {
  readonly Method: 'eth_getRawTransactionByHash'
  readonly Parameters: readonly [Hex]
  readonly ReturnType: Hex
}
