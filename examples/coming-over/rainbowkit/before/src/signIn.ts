import { createAuthenticationAdapter } from '@rainbow-me/rainbowkit'
import { createSiweMessage } from 'viem/siwe'

const send = (path: string, body?: object) => fetch(path, { method: 'POST', body: JSON.stringify(body) })

export const adapter = createAuthenticationAdapter({
  getNonce: async () => (await send('/api/nonce')).text(),
  createMessage: ({ nonce, address, chainId }) =>
    createSiweMessage({
      domain: window.location.host,
      uri: window.location.origin,
      version: '1',
      statement: 'Sign in to the tip jar.',
      address,
      chainId,
      nonce,
    }),
  verify: async ({ message, signature }) => {
    const { ok } = await send('/api/verify', { message, signature })
    window.dispatchEvent(new Event('signed'))
    return ok
  },
  signOut: async () => {
    await send('/api/sign-out')
    window.dispatchEvent(new Event('signed'))
  },
})

export async function readSession(): Promise<{ address: string; chainId: number } | null> {
  return (await fetch('/api/me')).json()
}
