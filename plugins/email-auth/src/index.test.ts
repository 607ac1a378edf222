import { expect, it } from 'vitest'
import * as main from './index.js'
import { emailAuth } from './index.js'

it('exports what a host and other plugins may use', () => {
  expect(Object.keys(main).sort()).toMatchInlineSnapshot(`
    [
      "ConnectSocialsRoute",
      "ConnectingFarcasterRoute",
      "ConnectingSocialRoute",
      "EmailAccountRoute",
      "EmailAuth",
      "EmailVerifyDeviceRoute",
      "EmailVerifyOtpRoute",
      "EmbeddedWalletRoute",
      "UpdateEmailPrimaryOtpRoute",
      "UpdateEmailSecondaryOtpRoute",
      "UpdateEmailWalletRoute",
      "emailAuth",
      "emailAuthId",
    ]
  `)
})

it.each([
  [{}],
  [{ frameUrl: '/frame' }],
  [{ frameUrl: 'http://wallet.example.com/frame' }],
  [{ frameUrl: 'javascript:alert(1)' }],
  [{ frameUrl: 'https://user:pass@wallet.example.com/frame' }],
  [{ frameUrl: 'https://wallet.example.com/frame', networks: ['1'] }],
])('refuses the options %j', (options) => {
  expect(() => emailAuth(options as never)).toThrow(
    /emailAuth\(\) cannot use its option "(?:frameUrl|networks)"/,
  )
})

it.each(['https://wallet.example.com/frame', 'http://localhost:4000/frame', 'http://127.0.0.1:4000/frame'])(
  'takes the frame at %s',
  (frameUrl) => {
    expect(emailAuth({ frameUrl }).id).toBe('emailAuth')
  },
)
