import { route } from '@latchkey/kernel/plugin'

export const ChooseNameRoute = route('ChooseAccountName')
export const RegisterNameRoute = route('RegisterAccountName')
/** Shown while the wallet signs: the whole name, and a way out. */
export const ApproveNameRoute = route('ApproveAccountName')
export const RegisterNameSuccessRoute = route<{ readonly name: string }>('RegisterAccountNameSuccess')
