import { type EvmStack, ownedAccountFactoryAbi, startEvm } from '@latchkey/devstack/evm'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  stringToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { isErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEvmTestWallet } from './createEvmTestWallet.js'

let stack: EvmStack
const client = () => createPublicClient({ chain: stack.chain, transport: http(stack.url) })

beforeAll(async () => {
  stack = await startEvm()
}, 120_000)
afterAll(() => stack.stop())

async function ownedAccount(salt: Hex) {
  const { privateKey, address: owner } = stack.accounts[2]!
  const factory = stack.contracts.ownedAccountFactory
  const args = [owner, salt] as const
  const call = { address: factory, abi: ownedAccountFactoryAbi, args }
  const address = await client().readContract({ ...call, functionName: 'addressOf' })
  const data = encodeFunctionData({ abi: ownedAccountFactoryAbi, functionName: 'create', args })
  const wallet = createEvmTestWallet({
    accounts: [{ address, owner: privateKey, deployment: { factory, data } }],
    chains: [{ chainId: 31337, rpcUrl: stack.url }],
    permitted: true,
  })
  const request = (method: string, params: unknown[]) =>
    wallet.provider.request({ method, params }) as Promise<Hex>
  return { address, data, factory, request }
}

const typedData = {
  domain: { name: 'Test', chainId: 31337 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'Hello' },
} as const

it('signs for a contract that is not there yet, by ERC-6492, and for it once it is, by ERC-1271', async () => {
  const { address, data, factory, request } = await ownedAccount(`0x${'01'.repeat(32)}`)
  const sign = () => request('personal_sign', [stringToHex('Hello'), address])
  const verify = (signature: Hex) => client().verifyHash({ address, hash: hashMessage('Hello'), signature })
  const early = await sign()
  expect(isErc6492Signature(early)).toBe(true)
  expect(await verify(early)).toBe(true)
  const typed = await request('eth_signTypedData_v4', [address, JSON.stringify(typedData)])
  expect(isErc6492Signature(typed)).toBe(true)
  expect(await client().verifyHash({ address, hash: hashTypedData(typedData), signature: typed })).toBe(true)

  const deployer = privateKeyToAccount(stack.accounts[0]!.privateKey)
  const sender = createWalletClient({ account: deployer, chain: stack.chain, transport: http(stack.url) })
  await client().waitForTransactionReceipt({ hash: await sender.sendTransaction({ to: factory, data }) })
  const late = await sign()
  expect(late).toMatch(/^0x[0-9a-f]{130}$/)
  expect(await verify(late)).toBe(true)
})

it('does not send from a contract, and says so', async () => {
  const { address, request } = await ownedAccount(`0x${'02'.repeat(32)}`)
  await expect(request('eth_sendTransaction', [{ from: address, to: address }])).rejects.toMatchObject({
    code: 4200,
    message: expect.stringContaining('an account that is a contract'),
  })
})
