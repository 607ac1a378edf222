import { startAccountAbstraction } from '@latchkey/devstack/account-abstraction'
import { Calls, type PaymasterService, Send } from '@latchkey/kernel/contracts'
import { type Hex, parseAbi } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { answerEvm } from '../../../services/embedded-wallet/src/frame/evm/answerEvm.js'
import { readCapabilities } from '../../../services/embedded-wallet/src/frame/evm/capabilities.js'
import { readCallsStatus } from '../../../services/embedded-wallet/src/frame/evm/sendCalls.js'
import { contracts } from '../../../services/embedded-wallet/src/frame/evm/smart/contracts.js'
import { createSmartContext } from '../../../services/embedded-wallet/test/smartContext.js'
import type { Ground, Round, Sending } from '../Ground.js'
import {
  beginEvm,
  type EvmBench,
  type EvmSender,
  providerOf,
  sendFrom,
  startEvmBench,
  steady,
} from './evmGround.js'

const depositAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

/** Smart accounts of the embedded wallet with a real bundler: a new one for every five sends, so that each fifth sets it up. */
async function startBundled() {
  const bench = await startEvmBench()
  const { stack } = bench
  const abstraction = await startAccountAbstraction(stack)
  const { url, chainId } = stack
  let key: Hex = generatePrivateKey()
  return {
    bench,
    paymaster: { url: abstraction.paymasterUrl },
    senderOf({ index }: Round): EvmSender & { held(): Promise<bigint> } {
      if (index % 5 === 0) key = generatePrivateKey()
      const { context, account } = createSmartContext(
        { url, chainId, bundlers: [abstraction.bundlerUrl] },
        key,
      )
      const { address } = account
      const { records } = context
      const asOwner = (method: string) => async (params: readonly unknown[]) => {
        await steady(stack)
        return answerEvm(method, params, context)
      }
      const provider = providerOf(stack, address, {
        eth_sendTransaction: asOwner('eth_sendTransaction'),
        wallet_sendCalls: asOwner('wallet_sendCalls'),
        latchkey_estimateCalls: (params) => answerEvm('latchkey_estimateCalls', params, context),
        wallet_getCallsStatus: (params) => readCallsStatus(params, { records, rpcUrlOf: () => url }),
        wallet_getCapabilities: (params) =>
          readCapabilities(params, address, [chainId], () => 'smartAccount'),
      })
      return {
        ...{ address, kind: 'smartAccount', provider },
        // What the entry point keeps of a fee for later is the account's own.
        async held() {
          const deposit = await stack.client.readContract({
            ...{ address: contracts.entryPoint, abi: depositAbi, functionName: 'balanceOf', args: [address] },
          })
          return deposit + (await stack.balanceOf(address))
        },
      }
    },
    async stop() {
      await abstraction.stop()
      await bench.stop()
    },
  }
}

/** The account pays its bundler. */
export async function bundledGround(): Promise<Ground> {
  const { bench, senderOf, stop } = await startBundled()
  return {
    hasTokens: true,
    async begin(round) {
      const { held, ...sender } = senderOf(round)
      return { ...(await sendFrom(bench, sender, round)), held }
    },
    stop,
  }
}

/** A service of the app pays the bundler (ERC-7677). */
export async function sponsoredGround(): Promise<Ground> {
  const { bench, senderOf, paymaster, stop } = await startBundled()
  return {
    hasTokens: true,
    async begin(round) {
      const { held, ...sender } = senderOf(round)
      return { ...(await callFrom(bench, sender, round, paymaster)), held }
    },
    stop,
  }
}

async function callFrom(
  bench: EvmBench,
  sender: EvmSender,
  round: Round,
  paymaster: PaymasterService,
): Promise<Sending> {
  const { request, ...place } = await beginEvm(bench, sender, round)
  const { stack, get } = bench
  const { token, to, ...asked } = request
  const { symbol, decimals } = token ?? stack.chain.nativeCurrency
  return {
    ...place,
    async maximum() {
      const { address } = sender
      const value = await (token ? stack.tokenBalanceOf(token.address, address) : stack.balanceOf(address))
      return { value, symbol, decimals }
    },
    async prepare(amount) {
      const calls = await get(Send).calls?.({ to, amount, ...(token ? { token } : {}) })
      return get(Calls).prepare({ ...asked, calls: calls ?? [], paymaster })
    },
  }
}
