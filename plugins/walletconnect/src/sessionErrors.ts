import { readField } from '@latchkey/kernel/chain'
import { WalletConnectError } from './errors.js'

/** What goes wrong between the app, the relay and the wallet, said to the person. */

export function relayUnreachable(relayUrl: string | undefined, cause?: unknown): WalletConnectError {
  return new WalletConnectError(
    'RELAY_UNREACHABLE',
    'WalletConnect can’t be reached. Check the internet connection and try again, or connect another way.',
    {
      cause,
      metaMessages: [
        `Relay: ${relayUrl ?? 'the library’s default'}`,
        'Expected an answer of the relay within 7 seconds. A content security policy must allow it in connect-src.',
      ],
    },
  )
}

/** The relay let this app's socket in and closed it, for a reason that is none of those with a sentence of their own. */
export function relayRefused(reason: string, cause?: unknown): WalletConnectError {
  return new WalletConnectError(
    'RELAY_REFUSED',
    'WalletConnect does not let this app in. Connect another way, or tell the people who run this app.',
    { cause, metaMessages: [`The relay said: ${reason.slice(0, 200) || 'nothing'}`] },
  )
}

export function relayBlocked(relayUrl: string | undefined): WalletConnectError {
  return new WalletConnectError(
    'RELAY_BLOCKED',
    'This page may not reach WalletConnect. Connect another way, or tell the people who run this app.',
    {
      metaMessages: [`Add ${relayUrl ?? 'the relay'} to connect-src of the page’s content security policy.`],
    },
  )
}

export function walletNotTold(cause?: unknown): WalletConnectError {
  return new WalletConnectError(
    'RELAY_UNREACHABLE',
    'This app is disconnected, but the wallet could not be told. It will be told later, or end it in the wallet.',
    { cause },
  )
}

export function sessionEnded(): WalletConnectError {
  return new WalletConnectError('SESSION_ENDED', 'The wallet ended the connection. Connect it again.')
}

export function requestUnanswered(): WalletConnectError {
  return new WalletConnectError(
    'REQUEST_UNANSWERED',
    'The wallet did not answer in time. Open it to see whether something waits there.',
    { metaMessages: ['Expected an answer within 5 minutes.'] },
  )
}

export function sessionRefused(cause: unknown): WalletConnectError {
  return new WalletConnectError(
    'SESSION_REFUSED',
    'The wallet did not accept the connection. It may not support the networks of this app.',
    { cause, metaMessages: [`The wallet said: ${textOf(cause)}`] },
  )
}

export function networkNotApproved(networkId: string): WalletConnectError {
  return new WalletConnectError(
    'NETWORK_NOT_APPROVED',
    'The wallet was connected without this network. Add it in the wallet, or connect again.',
    { metaMessages: [`Network: ${networkId}`] },
  )
}

export function networkNotGranted(networkId: string): WalletConnectError {
  return new WalletConnectError(
    'NETWORK_SWITCH_UNCONFIRMED',
    'The wallet agreed to the network but shares no account on it. Choose it in the wallet, or connect again.',
    {
      metaMessages: [
        `Network: ${networkId}`,
        'Expected the wallet to add the network to the connection within 10 seconds.',
      ],
    },
  )
}

export function methodNotApproved(method: string): WalletConnectError {
  return new WalletConnectError(
    'METHOD_NOT_APPROVED',
    'The wallet did not allow this app to ask for that. Connect again, or use another wallet.',
    { metaMessages: [`Method: ${method}`] },
  )
}

export function proposalEmpty(): WalletConnectError {
  return new WalletConnectError('PROPOSAL_EMPTY', 'No network of this app can be used with WalletConnect.', {
    metaMessages: [
      'Expected a namespace plugin that walletConnect() knows or that has the capability WalletConnectMethods.',
    ],
  })
}

function textOf(cause: unknown): string {
  const message = readField(cause, 'message')
  return typeof message === 'string' ? message.slice(0, 200) : 'nothing'
}
