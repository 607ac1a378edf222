import type { AuthTypes } from '@walletconnect/types'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { Signer } from './signers/signer.js'
import { WalletError } from './walletError.js'

export interface AuthenticationRequest {
  readonly payload: AuthTypes.PayloadParams
  readonly signer: Signer
  formatMessage(payload: AuthTypes.PayloadParams, issuer: string): string
}

/**
 * One CACAO (CAIP-74) per chain that dapp and wallet share, each signed by the wallet's first EVM account.
 *
 * @throws WalletError 5100 when they share no chain
 */
export async function signAuthentication(request: AuthenticationRequest): Promise<AuthTypes.Cacao[]> {
  const { signer, formatMessage } = request
  const shared = request.payload.chains.filter((chain) => signer.chains.includes(chain))
  const [address] = signer.addresses(shared[0] ?? '')
  if (shared.length === 0 || !address) {
    throw new WalletError(5100, 'The wallet supports none of the networks to authenticate on.')
  }
  const payload = populateAuthPayload({
    authPayload: request.payload,
    chains: shared,
    methods: [...signer.methods],
  })
  const cacaos: AuthTypes.Cacao[] = []
  for (const chainId of shared) {
    const issuer = `did:pkh:${chainId}:${address}`
    const message = formatMessage(payload, issuer)
    const signed = await signer.sign({ chainId, method: 'personal_sign', params: [hexOf(message), address] })
    cacaos.push(buildAuthObject(payload, { t: 'eip191', s: String(signed) }, issuer))
  }
  return cacaos
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
