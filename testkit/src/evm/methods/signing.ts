import { type Hex, hexToString, isHex, stringToHex, type TypedDataDefinition } from 'viem'
import * as z from 'zod/mini'
import { AddressParam, parseParams } from '../params.js'
import { rpcErrors } from '../providerRpcError.js'
import type { MethodTable } from '../walletContext.js'
import { wrapUndeployed } from '../wrapUndeployed.js'

const TwoStrings = z.tuple([z.string(), z.string()], z.unknown())
const TypedDataParams = z.tuple([AddressParam, z.union([z.string(), z.looseObject({})])], z.unknown())
const TypedData = z.looseObject({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.looseObject({ chainId: z.optional(z.union([z.string(), z.number()])) }),
  message: z.looseObject({}),
})

/** EIP-191 and EIP-712. */
export const signingMethods: MethodTable = {
  async personal_sign(context, params) {
    const { state, approvals } = context
    const [first, second] = parseParams('personal_sign', TwoStrings, params)
    // Pages send [data, address]; some send the reverse, and wallets in the field accept both.
    const reversed = isAddress(first) && !isAddress(second)
    const [data, address] = reversed ? [second, first] : [first, second]
    const account = state.permittedAccount(address)
    const raw = isHex(data) && data.length % 2 === 0 ? data : stringToHex(data)
    await approvals.ask({
      method: 'personal_sign',
      title: 'sign this message',
      details: [
        { label: 'Message', value: hexToString(raw) },
        { label: 'Account', value: account.address },
      ],
    })
    return wrapUndeployed(context, account, await account.signMessage({ message: { raw } }))
  },

  async eth_signTypedData_v4(context, params) {
    const { state, approvals } = context
    const method = 'eth_signTypedData_v4'
    const [address, payload] = parseParams(method, TypedDataParams, params)
    const account = state.permittedAccount(address)
    const typedData = parseParams(
      method,
      TypedData,
      typeof payload === 'string' ? parseJson(payload) : payload,
    )
    const domainChainId = typedData.domain.chainId
    if (domainChainId !== undefined && Number(domainChainId) !== state.chainId) {
      const detail = `the domain names chain ${domainChainId} but the wallet is on chain ${state.chainId}`
      throw rpcErrors.invalidParams(method, detail)
    }
    await approvals.ask({
      method,
      title: 'sign this data',
      details: [
        { label: typedData.primaryType, value: JSON.stringify(typedData.message, null, 2) },
        { label: 'Domain', value: JSON.stringify(typedData.domain, null, 2) },
        { label: 'Account', value: account.address },
      ],
    })
    let signature: Hex
    try {
      // Checked above. Its chain id may be text, which viem encodes and does not declare.
      signature = await account.signTypedData(typedData as unknown as TypedDataDefinition)
    } catch (error) {
      throw rpcErrors.invalidParams(method, error instanceof Error ? error.message : String(error))
    }
    return wrapUndeployed(context, account, signature)
  },
}

function isAddress(value: string): boolean {
  return AddressParam.safeParse(value).success
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw rpcErrors.invalidParams('eth_signTypedData_v4', 'the typed data is not JSON')
  }
}
