import type { EmailAuthService } from '../EmailAuthService.js'
import type { AskFrame, EmbeddedWalletOptions, Remember } from './createEmbeddedWallet.js'

/** The steps of a change of the email address: the code of the known one, then the code of the new one. */
export function createEmailChange(
  { state }: Pick<EmbeddedWalletOptions, 'state'>,
  ask: AskFrame,
  remember: Remember,
): Pick<EmailAuthService, 'updateEmail' | 'updateEmailPrimaryOtp' | 'updateEmailSecondaryOtp'> {
  return {
    async updateEmail(given) {
      const email = given.trim()
      const { action } = await ask('updateEmail', { email })
      state.nextEmail = email
      return action
    },
    updateEmailPrimaryOtp: async (otp) => void (await ask('updateEmailPrimaryOtp', { otp })),
    async updateEmailSecondaryOtp(otp) {
      const { newEmail } = await ask('updateEmailSecondaryOtp', { otp })
      state.nextEmail = undefined
      // An answer that was on its way must not remember a person who left meanwhile.
      if (!state.user) return
      state.user = { ...state.user, email: newEmail }
      remember({ email: newEmail })
    },
  }
}
