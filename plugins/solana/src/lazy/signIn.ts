import { invalidAnswer, encodeBase58 } from '@latchkey/kernel/chain'
import type { SolanaSignInInput } from '@solana/wallet-standard-features'
import { addressBytes } from '../address.js'
import { networkOf, type SolanaNetwork, type SolanaNetworks } from '../networks.js'
import type { SignedIn, SignInRequest } from '../signIn.js'
import { readOffchainMessage } from './offchainMessage.js'
import { signMessage } from './signMessage.js'
import { readSiws, writeSiws } from './siwsMessage.js'
import { accessWallet, bytesOf, memberOf } from './walletAccess.js'
import { verifySignature } from './verifySignature.js'

const feature = 'solana:signIn'

interface Signed extends Pick<SignedIn, 'address' | 'signedMessage' | 'signature'> {
  /** UTF-8 */
  readonly text: Uint8Array
}

/** Signs in and checks that what was signed is what was asked. */
export async function signIn(request: SignInRequest, networks: SolanaNetworks): Promise<SignedIn> {
  const { account, provider } = request
  const wallet = accessWallet(provider, account)
  // Given, so that they are compared: what the wallet puts in by itself cannot be.
  const domain = request.input.domain ?? globalThis.location?.host
  const input: SolanaSignInInput = {
    ...request.input,
    ...(domain === undefined ? {} : { domain }),
    address: request.input.address ?? account.address,
  }
  // Also refuses members with a line break before the wallet sees them.
  const text = writeSiws({ ...input, domain: domain ?? 'unknown', address: account.address })
  const answer =
    wallet.has(feature) || domain === undefined
      ? await bySignIn(request, input)
      : await byMessage(request, text)
  const fault = faultOf(answer, input, account.address, networkOf(networks, request.networkId))
  if (fault) throw invalidAnswer(wallet.name, feature, fault)
  const { text: said, ...signed } = answer
  return { ...signed, message: new TextDecoder().decode(said), type: 'ed25519' }
}

async function bySignIn({ account, provider }: SignInRequest, input: SolanaSignInInput): Promise<Signed> {
  const wallet = accessWallet(provider, account)
  const { signIn: ask } = wallet.feature(feature, 'signIn')
  const [answer = {}] = await wallet.ask(feature, 1, () => ask(input))
  const signature = bytesOf(wallet.name, feature, 'signature', answer)
  const signedMessage = bytesOf(wallet.name, feature, 'signedMessage', answer)
  const address = memberOf(memberOf(answer, 'account'), 'address')
  if (typeof address !== 'string' || !verifySignature(address, signedMessage, signature)) {
    throw invalidAnswer(wallet.name, feature, 'a signature that does not fit the account')
  }
  return { address, signedMessage, signature: encodeBase58(signature), text: textOf(address, signedMessage) }
}

async function byMessage(request: SignInRequest, text: string): Promise<Signed> {
  const { account, networkId, provider } = request
  const asked = new TextEncoder().encode(text)
  const { signature, signedMessage = asked } = await signMessage({
    account,
    networkId,
    provider,
    message: text,
  })
  const { address } = account
  return { address, signature, signedMessage, text: textOf(address, signedMessage) }
}

/** What was signed, out of the off-chain message that hardware wallets put it into. */
function textOf(address: string, signedMessage: Uint8Array): Uint8Array {
  const publicKey = addressBytes(address)
  return (publicKey && readOffchainMessage(signedMessage, publicKey)) ?? signedMessage
}

/** What is wrong with a sign-in whose signature is right, if anything. */
function faultOf(
  { address, text }: Signed,
  input: SolanaSignInInput,
  account: string,
  network: SolanaNetwork,
): string | undefined {
  if (address !== account) return `it signed in with ${address.slice(0, 44)}, asked was ${account}`
  const message = readSiws(decode(text))
  if (!message) return 'a text that is not of Sign In With Solana'
  if (message.address !== address) return 'the text names another account'
  for (const [key, asked] of Object.entries(input)) {
    if (asked === undefined) continue
    // A wallet may leave an empty member out: it says the same.
    const got = message[key as keyof SolanaSignInInput] ?? (typeof asked === 'string' ? '' : [])
    if (JSON.stringify(got) !== JSON.stringify(asked)) return `the text has another "${key}" than was asked`
  }
  // A statement or a resource grants something: the person must not sign one that the app did not ask for.
  for (const key of ['statement', 'resources'] as const) {
    if (input[key] === undefined && message[key] !== undefined)
      return `the text has a "${key}" nobody asked for`
  }
  if (input.chainId === undefined && !namesCluster(message.chainId, network)) {
    return 'the text names another chain than the one asked for'
  }
  return undefined
}

/** Whether a text's chain is the network, by a name of the standard (`mainnet`, `solana:mainnet`) or by CAIP-2. */
function namesCluster(chainId: string | undefined, { id, walletStandardChain }: SolanaNetwork): boolean {
  if (chainId === undefined) return true
  return [id, walletStandardChain, walletStandardChain.slice('solana:'.length)].includes(chainId)
}

/** Text that is not UTF-8 is no sign-in. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return ''
  }
}
