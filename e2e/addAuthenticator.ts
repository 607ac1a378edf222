import type { Page } from '@playwright/test'

/** Adds a fingerprint reader that always accepts. Returns a function that removes it. */
export async function addAuthenticator(page: Page, hasPrf = true): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf,
      automaticPresenceSimulation: true,
    },
  })
  return async () => void (await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }))
}
