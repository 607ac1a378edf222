import { base58, base64 } from '@scure/base'
import type { Address, EncodedAccount } from '@solana/kit'
import * as z from 'zod/mini'
import { encodeAccount } from '../ledger/accountEncoding.js'
import { type RpcContext, type RpcMethod, withContext } from '../rpcContext.js'
import {
  type AccountOptions,
  accountOptions,
  addressParameter,
  encodingOptions,
  parseParameters,
  unsignedParameter,
} from '../rpcParameters.js'

const filter = z.union([
  z.object({ dataSize: unsignedParameter }),
  z.object({
    memcmp: z.object({
      offset: unsignedParameter,
      bytes: z.string(),
      encoding: z.nullish(z.enum(['base58', 'base64'])),
    }),
  }),
])

const programOptions = z.nullish(
  z.object({
    encoding: z.nullish(z.enum(['base58', 'base64', 'jsonParsed'])),
    dataSlice: z.nullish(z.object({ offset: unsignedParameter, length: unsignedParameter })),
    filters: z.nullish(z.array(filter)),
    withContext: z.nullish(z.boolean()),
  }),
)

const maximumAccounts = 100

/** Methods that read accounts. */
export function accountMethods({ ledger }: RpcContext): Record<string, RpcMethod> {
  const encode = (account: EncodedAccount, options: AccountOptions) =>
    encodeAccount(account, encodingOptions(options), ledger.decimalsOf)
  const read = (address: Address, options: AccountOptions) => {
    const account = ledger.getAccount(address)
    return account ? encode(account, options) : null
  }
  return {
    getBalance: (parameters) => {
      const [address] = parseParameters(z.tuple([addressParameter], z.unknown()), parameters)
      return withContext(ledger, Number(ledger.getAccount(address)?.lamports ?? 0n))
    },
    getAccountInfo: (parameters) => {
      const schema = z.tuple([addressParameter, z.optional(accountOptions)])
      const [address, options] = parseParameters(schema, parameters)
      return withContext(ledger, read(address, options))
    },
    getMultipleAccounts: (parameters) => {
      const addresses = z.array(addressParameter).check(z.maxLength(maximumAccounts))
      const [list, options] = parseParameters(z.tuple([addresses, z.optional(accountOptions)]), parameters)
      return withContext(
        ledger,
        list.map((address) => read(address, options)),
      )
    },
    getProgramAccounts: (parameters) => {
      const schema = z.tuple([addressParameter, z.optional(programOptions)])
      const [program, options] = parseParameters(schema, parameters)
      const value = ledger
        .getProgramAccounts(program)
        .filter((account) => (options?.filters ?? []).every((one) => matches(account, one)))
        .map((account) => ({ pubkey: account.address, account: encode(account, options) }))
      return options?.withContext ? withContext(ledger, value) : value
    },
  }
}

function matches(account: EncodedAccount, one: z.infer<typeof filter>): boolean {
  if ('dataSize' in one) return account.data.length === one.dataSize
  const { offset, bytes, encoding } = one.memcmp
  const expected = (encoding === 'base64' ? base64 : base58).decode(bytes)
  return expected.every((byte, index) => account.data[offset + index] === byte)
}
