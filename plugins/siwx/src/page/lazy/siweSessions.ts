import { accountId, parseAccountId } from '@latchkey/kernel/contracts'
import { BaseError, type NetworkId } from '@latchkey/kernel/plugin'
import { createMessage } from '../../message/createMessage.js'
import { eip155Profile } from '../../message/profiles.js'
import type { SiwxMessage } from '../../message/SiwxMessage.js'
import type { SiweConfig, SiweMessageArguments } from '../SiweConfig.js'
import type { SiwxSession, SiwxStorageService } from '../SiwxStorage.js'

/** Runs a configuration of the older, EVM-only sign-in behind the storage contract. */
export function siweSessions(config: SiweConfig) {
  return {
    covers: (networkId: NetworkId) => networkId.startsWith('eip155:'),
    nonce: () => config.getNonce(),
    async createMessage(data: SiwxMessage) {
      const parameters = await config.getMessageParams?.()
      return config.createMessage({ ...argumentsOf(data), ...parameters })
    },
    async list() {
      const session = await config.getSession()
      return session ? [{ accountId: accountId(`eip155:${session.chainId}`, session.address) }] : []
    },
    async add([session]: readonly SiwxSession[]) {
      if (!session) return
      const { message, signature } = session
      if (!(await config.verifyMessage({ message, signature }))) throw notVerified()
      const parts = parseAccountId(session.accountId)
      if (parts) config.onSignIn?.({ address: parts.address, chainId: Number(parts.reference) })
    },
    async remove() {
      if (!(await config.signOut())) throw notSignedOut()
      config.onSignOut?.()
    },
  } satisfies SiwxStorageService
}

function argumentsOf(data: SiwxMessage): SiweMessageArguments {
  // Also refuses what the older configuration would pass on unseen.
  createMessage(data, eip155Profile)
  const { accountAddress, chainId, issuedAt, expirationTime, notBefore, scheme, ...rest } = data
  return {
    ...rest,
    address: accountAddress,
    chainId: Number(chainId.slice('eip155:'.length)),
    iat: issuedAt,
    ...(expirationTime ? { exp: expirationTime } : {}),
    ...(notBefore ? { nbf: notBefore } : {}),
  }
}

function notVerified(): BaseError {
  return new BaseError('The sign-in was refused. Try again.', {
    code: 'SIWE_NOT_VERIFIED',
    metaMessages: ['`verifyMessage` of `siweConfig` answered false.'],
  })
}

function notSignedOut(): BaseError {
  return new BaseError('The session could not be ended. Try again.', {
    code: 'SIWE_NOT_SIGNED_OUT',
    metaMessages: ['`signOut` of `siweConfig` answered false.'],
  })
}
