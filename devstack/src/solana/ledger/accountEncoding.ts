import { base58 } from '@scure/base'
import type { EncodedAccount } from '@solana/kit'
import { RpcError, rpcErrorCodes } from '../rpcError.js'
import { readMint, readTokenAccount, tokenAmount, tokenProgramName } from './tokenAccounts.js'

/** How account data is written. Without a choice, nodes answer with a bare base58 string. */
export type AccountEncoding = 'base58' | 'base64' | 'jsonParsed'

/** What a caller may ask of an account's data. Offsets and lengths are in bytes. */
export interface AccountEncodingOptions {
  readonly encoding?: AccountEncoding | undefined
  readonly dataSlice?: { readonly offset: number; readonly length: number } | undefined
}

/** An account as RPC nodes write it. */
export interface RpcAccount {
  readonly lamports: number
  readonly owner: string
  readonly executable: boolean
  readonly rentEpoch: number
  readonly space: number
  readonly data: unknown
}

/** The longest data a node writes in base58, in bytes. */
const base58Limit = 128

/** Writes an account. `decimalsOf` gives the decimals of a mint, which token accounts do not store. */
export function encodeAccount(
  account: EncodedAccount,
  options: AccountEncodingOptions,
  decimalsOf: (mint: string) => number,
): RpcAccount {
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: 0,
    space: account.data.length,
    data: encodeData(account, options, decimalsOf),
  }
}

function encodeData(
  account: EncodedAccount,
  { encoding, dataSlice }: AccountEncodingOptions,
  decimalsOf: (mint: string) => number,
): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parseTokenData(account, decimalsOf)
    if (parsed !== undefined) return parsed
  }
  const whole = Uint8Array.from(account.data)
  const data = dataSlice ? whole.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : whole
  if (encoding === 'base64' || encoding === 'jsonParsed') {
    return [Buffer.from(data).toString('base64'), 'base64']
  }
  if (data.length > base58Limit) {
    throw new RpcError(
      rpcErrorCodes.invalidRequest,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  }
  return encoding === 'base58' ? [base58.encode(data), 'base58'] : base58.encode(data)
}

function parseTokenData(account: EncodedAccount, decimalsOf: (mint: string) => number): unknown {
  const program = tokenProgramName(account.programAddress)
  if (program === undefined) return undefined
  const data = Uint8Array.from(account.data)
  const mint = readMint(data)
  if (mint) {
    const info = {
      decimals: mint.decimals,
      freezeAuthority: mint.freezeAuthority ?? null,
      isInitialized: mint.isInitialized,
      mintAuthority: mint.mintAuthority ?? null,
      supply: mint.supply.toString(),
    }
    return { program, space: data.length, parsed: { type: 'mint', info } }
  }
  const token = readTokenAccount(data)
  if (!token) return undefined
  const decimals = decimalsOf(token.mint)
  const info = {
    isNative: token.nativeReserve !== undefined,
    mint: token.mint,
    owner: token.owner,
    state: token.state,
    tokenAmount: tokenAmount(token.amount, decimals),
    ...(token.delegate === undefined
      ? {}
      : { delegate: token.delegate, delegatedAmount: tokenAmount(token.delegatedAmount, decimals) }),
    ...(token.nativeReserve === undefined
      ? {}
      : { rentExemptReserve: tokenAmount(token.nativeReserve, decimals) }),
    ...(token.closeAuthority === undefined ? {} : { closeAuthority: token.closeAuthority }),
  }
  return { program, space: data.length, parsed: { type: 'account', info } }
}
