import type { SignTransactionRequest } from '@latchkey/kernel/contracts'
import { type Hex, hexToBytes } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/transactions/transactions_ethers.json' with { type: 'json' }
import { signTransaction } from './signTransaction.js'

const forks = ['Legacy', 'Eip155', 'Berlin', 'London', 'Cancun'] as const
const cases = vectors.cases.flatMap((vector: any) =>
  forks.map((fork) => ({
    name: vector.name,
    fork,
    privateKey: vector.privateKey as Hex,
    unsigned: vector[`unsigned${fork}`] as Hex,
    signed: vector[`signed${fork}`] as Hex,
    chainId: Number(vector.transaction.chainId ?? 0),
    hasBlobs: vector.transaction.blobVersionedHashes?.length > 0 && vector.transaction.to !== undefined,
  })),
)

describe('the transactions of ethers', () => {
  it.each(cases)('$fork $name', async ({ fork, privateKey, unsigned, signed, chainId, hasBlobs }) => {
    const asked: unknown[] = []
    const address = privateKeyToAddress(privateKey)
    const request = {
      account: { address },
      networkId: `eip155:${chainId || 1}`,
      provider: {
        request: async ({ params }: { params: unknown[] }) => {
          asked.push(...params)
          return signed
        },
      },
      transaction: hexToBytes(unsigned),
    } as unknown as SignTransactionRequest
    // Without a chain the signature would count on every chain. EIP-4844 wants a blob and a receiver.
    const isLegal = fork !== 'Legacy' && chainId !== 0 && (fork !== 'Cancun' || hasBlobs)
    if (!isLegal) {
      await expect(signTransaction(request)).rejects.toMatchObject({ code: 'TRANSACTION_INVALID' })
      return expect(asked).toEqual([])
    }
    expect(await signTransaction(request)).toEqual(hexToBytes(signed))
    expect(asked).toHaveLength(1)
  })
})
