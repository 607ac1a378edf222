import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** A Farcaster account, and the key of its owner. */
export interface FarcasterPerson {
  readonly fid: number
  readonly username: string
  readonly privateKey: Hex
}

/** A site's request for a signature, as a channel of the relay keeps it. */
export interface FarcasterRequest {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
  readonly notBefore?: string | undefined
  readonly expirationTime?: string | undefined
  readonly requestId?: string | undefined
}

/** What the person's app hands to the relay. */
export interface FarcasterSignature {
  readonly message: string
  readonly signature: Hex
  readonly fid: number
  readonly username: string
}

/**
 * Signs a request as the person's Farcaster app does (FIP-11).
 *
 * @param change edits the text before it's signed, to play an app that lies
 * @param now when it is signed. Default: now
 */
export async function signRequest(
  request: FarcasterRequest,
  { fid, username, privateKey }: FarcasterPerson,
  {
    address,
    change = (text: string) => text,
    now = new Date(),
  }: { readonly address?: Address; change?(text: string): string; readonly now?: Date } = {},
): Promise<FarcasterSignature> {
  const account = privateKeyToAccount(privateKey)
  const { siweUri, domain, nonce, notBefore, expirationTime, requestId } = request
  const message = change(
    createSiweMessage({
      address: address ?? account.address,
      domain,
      uri: siweUri,
      nonce,
      version: '1',
      chainId: 10,
      statement: 'Farcaster Auth',
      issuedAt: now,
      ...(expirationTime === undefined ? {} : { expirationTime: new Date(expirationTime) }),
      ...(notBefore === undefined ? {} : { notBefore: new Date(notBefore) }),
      ...(requestId === undefined ? {} : { requestId }),
      resources: [`farcaster://fid/${fid}`],
    }),
  )
  return { message, signature: await account.signMessage({ message }), fid, username }
}
