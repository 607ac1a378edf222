// What the app says of a smart account's fee, held against what the wallet's own question says.
import { Send } from '../../../../../../kernel/src/contracts.js'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAccountAbstraction } from '../../../../../../devstack/src/account-abstraction/index.js'
import { type EvmStack, startEvm } from '../../../../../../devstack/src/evm/index.js'
import { setUpCapabilities } from '../../../../../../plugins/eip155/test/support.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { answerEvm } from '../answerEvm.js'
import { readCapabilities } from '../capabilities.js'

let chain: EvmStack
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>
beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain)
}, 300_000)
afterAll(async () => {
  await abstraction?.stop()
  await chain?.stop()
})

test('everything that the app offers to send from a smart account is sent, set up or not, and its fee is not above the one named', async () => {
  const { chainId, url } = chain
  const bundlers = abstraction.bundlers.map((bundler) => bundler.url)
  const { context, shown, account } = createSmartContext({ url, chainId, bundlers })
  const { get, networkId } = setUpCapabilities([chain])
  const provider = {
    request: ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
      method === 'wallet_getCapabilities'
        ? readCapabilities(params, account.address, [chainId], () => 'smartAccount')
        : answerEvm(method, params, context),
  }
  const from = {
    id: `${networkId}:${account.address}`,
    namespace: 'eip155',
    address: account.address,
    kind: 'smartAccount',
  } as const
  const to = chain.accounts[1]!.address
  for (const isSetUp of [false, true]) {
    await chain.setBalance(account.address, parseEther('3'))
    expect((await chain.client.getCode({ address: account.address })) !== undefined).toBe(isSetUp)
    const request = { networkId, from, provider, to }
    const most = await get(Send).maximum!(request)
    const prepared = await get(Send).prepare({ ...request, amount: most.value })
    const transaction = { from: account.address, to, value: `0x${most.value.toString(16)}` }
    await answerEvm('eth_sendTransaction', [transaction], context)
    const told = shown.at(-1)?.facts?.find(({ name }) => name === 'Max network fee')?.value ?? ''
    const inWallet = parseEther(told.split(' ')[0] as `${number}`)
    expect(inWallet).toBeGreaterThan(0n)
    expect(inWallet).toBeLessThanOrEqual(prepared.fee.value)
    // Nor above it by more than the base fee fell meanwhile (EIP-1559: an eighth a block).
    expect(prepared.fee.value).toBeLessThanOrEqual((inWallet * 5n) / 4n)
    expect(prepared.likelyFee?.value).toBeLessThan(prepared.fee.value)
    expect(prepared.setUpFee !== undefined).toBe(!isSetUp)
  }
})
