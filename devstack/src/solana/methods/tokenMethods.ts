import type { Address, EncodedAccount } from '@solana/kit'
import * as z from 'zod/mini'
import { encodeAccount } from '../ledger/accountEncoding.js'
import {
  readMint,
  readTokenAccount,
  type TokenAccountState,
  tokenAmount,
  tokenProgramName,
  tokenPrograms,
} from '../ledger/tokenAccounts.js'
import { type RpcContext, type RpcMethod, withContext } from '../rpcContext.js'
import { RpcError, rpcErrorCodes } from '../rpcError.js'
import { accountOptions, addressParameter, encodingOptions, parseParameters } from '../rpcParameters.js'

const tokenFilter = z.union([z.object({ mint: addressParameter }), z.object({ programId: addressParameter })])

const listParameters = z.tuple([addressParameter, tokenFilter, z.optional(accountOptions)])

/** Methods about SPL Token and Token-2022 accounts. */
export function tokenMethods({ ledger }: RpcContext): Record<string, RpcMethod> {
  const data = (account: EncodedAccount) => Uint8Array.from(account.data)

  const list = (
    parameters: readonly unknown[],
    belongs: (state: TokenAccountState, to: string) => boolean,
  ) => {
    const [who, filter, options] = parseParameters(listParameters, parameters)
    const program = 'programId' in filter ? filter.programId : mintProgram(filter.mint)
    if (tokenProgramName(program) === undefined) {
      throw new RpcError(rpcErrorCodes.invalidParams, 'Invalid param: unrecognized Token program id')
    }
    const value = ledger
      .getProgramAccounts(program)
      .filter((account) => {
        const state = readTokenAccount(data(account))
        if (!state || !belongs(state, who)) return false
        return !('mint' in filter) || state.mint === filter.mint
      })
      .map((account) => ({
        pubkey: account.address,
        account: encodeAccount(account, encodingOptions(options), ledger.decimalsOf),
      }))
    return withContext(ledger, value)
  }
  const mintProgram = (mint: Address): Address => {
    const account = ledger.getAccount(mint)
    if (!account || !readMint(data(account)) || tokenProgramName(account.programAddress) === undefined) {
      throw new RpcError(rpcErrorCodes.invalidParams, 'Invalid param: could not find mint')
    }
    return account.programAddress
  }

  return {
    getTokenAccountsByOwner: (parameters) => list(parameters, (state, owner) => state.owner === owner),
    getTokenAccountsByDelegate: (parameters) =>
      list(parameters, (state, delegate) => state.delegate === delegate),
    getTokenAccountBalance: (parameters) => {
      const [address] = parseParameters(z.tuple([addressParameter], z.unknown()), parameters)
      const account = ledger.getAccount(address)
      if (!account) throw new RpcError(rpcErrorCodes.invalidParams, 'Invalid param: could not find account')
      const state = readTokenAccount(data(account))
      if (!state || tokenProgramName(account.programAddress) === undefined) {
        throw new RpcError(rpcErrorCodes.invalidParams, 'Invalid param: not a Token account')
      }
      return withContext(ledger, tokenAmount(state.amount, ledger.decimalsOf(state.mint)))
    },
    getTokenSupply: (parameters) => {
      const [address] = parseParameters(z.tuple([addressParameter], z.unknown()), parameters)
      mintProgram(address)
      const account = ledger.getAccount(address)
      const mint = account && readMint(data(account))
      return withContext(ledger, tokenAmount(mint?.supply ?? 0n, mint?.decimals ?? 0))
    },
    getTokenLargestAccounts: (parameters) => {
      const [mint] = parseParameters(z.tuple([addressParameter], z.unknown()), parameters)
      const value = (Object.keys(tokenPrograms) as Address[])
        .flatMap((program) => ledger.getProgramAccounts(program))
        .flatMap((account) => {
          const state = readTokenAccount(data(account))
          return state?.mint === mint ? [{ address: account.address, amount: state.amount }] : []
        })
        .sort((a, b) => (a.amount < b.amount ? 1 : -1))
        .slice(0, 20)
        .map(({ address, amount }) => ({ address, ...tokenAmount(amount, ledger.decimalsOf(mint)) }))
      return withContext(ledger, value)
    },
  }
}
