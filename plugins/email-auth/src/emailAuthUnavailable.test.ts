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
  await kernel.dispose()
})
