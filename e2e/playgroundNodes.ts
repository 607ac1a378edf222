import {
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  getBase58Encoder,
  address as solanaAddress,
} from '@solana/kit'
import { createPublicClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { LocalStack } from '../examples/playground/src/localStack.js'

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
].map((id) => solanaAddress(id))

export interface Held {
  readonly coins: bigint
  /** In units of the local dollar, which has six decimals on both chains. */
  readonly dollars: bigint
}

/** Reads from the playground's own nodes what its visitor's accounts hold. */
export async function openPlaygroundNodes(site: string) {
  const stack = (await (await fetch(`${site}/local-stack.json`)).json()) as LocalStack
  const [chain] = stack.evm.chains
  const dollar = chain?.tokens.find(({ symbol }) => symbol === 'LUSD')
  if (!chain || !dollar || !stack.evm.accounts[0] || !stack.solana?.accounts[0]) {
    throw new Error('The playground has no EVM chain with LUSD, or no Solana chain.')
  }
  const { address } = privateKeyToAccount(stack.evm.accounts[0])
  const client = createPublicClient({ transport: http(chain.url), cacheTime: 0 })
  const rpc = createSolanaRpc(stack.solana.url)
  const key = await createKeyPairSignerFromBytes(getBase58Encoder().encode(stack.solana.accounts[0]))
  return {
    async readEvm(): Promise<Held> {
      const token = { address: dollar.address, abi: erc20Abi } as const
      const [coins, dollars] = await Promise.all([
        client.getBalance({ address }),
        client.readContract({ ...token, functionName: 'balanceOf', args: [address] }),
      ])
      return { coins, dollars }
    },
    /** The sum of the account's network fees since a block, in wei. */
    async feesSince(block: bigint): Promise<bigint> {
      let fees = 0n
      for (let number = block + 1n; number <= (await client.getBlockNumber()); number += 1n) {
        const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
        for (const { from, hash } of transactions) {
          if (from !== address.toLowerCase()) continue
          const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
          fees += gasUsed * effectiveGasPrice
        }
      }
      return fees
    },
    readBlock: () => client.getBlockNumber(),
    async readSolana(): Promise<Held> {
      const { value: coins } = await rpc.getBalance(key.address, { commitment: 'confirmed' }).send()
      let dollars = 0n
      for (const programId of tokenPrograms) {
        const options = { encoding: 'jsonParsed', commitment: 'confirmed' } as const
        const { value } = await rpc.getTokenAccountsByOwner(key.address, { programId }, options).send()
        for (const { account } of value) {
          const { tokenAmount } = account.data.parsed.info
          if (tokenAmount.decimals === 6) dollars += BigInt(tokenAmount.amount)
        }
      }
      return { coins, dollars }
    },
  }
}
