import { createKernel, memoryStorage } from '@latchkey/kernel'
import { expect, test, vi } from 'vitest'
import { EmailAuth } from './EmailAuthService.js'
import { emailAuth } from './emailAuth.js'

vi.mock('./lazy/createEmbeddedWallet.js', () => {
  throw new Error('404')
})

test('a login whose code can’t be loaded says so', async () => {
  const kernel = createKernel([emailAuth({ frameUrl: 'https://wallet.example.com/frame' })], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  await kernel.start()
  await expect(kernel.get(EmailAuth).connectEmail('someone@example.com')).rejects.toMatchObject({
    code: 'EMAIL_LOGIN_UNAVAILABLE',
    shortMessage: 'Unable to load email login dependency',
  })
  const leave = kernel.get(EmailAuth).placeFrame({
    element: {} as HTMLElement,
    title: 'Your wallet',
    closeLabel: 'Close',
    onClose: () => undefined,
  })
  kernel.get(EmailAuth).dismissFrame()
  // A rejection that nobody takes would fail the run.
  await new Promise((resolve) => setTimeout(resolve, 20))
  leave()
  await kernel.dispose()
})
