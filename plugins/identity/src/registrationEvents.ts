import { event } from '@latchkey/kernel/plugin'

export interface NameFacts {
  readonly isSmartAccount: boolean
  /** The whole name, with its zone. */
  readonly ensName: string
}

export const NameFlowOpened = event<{ readonly isSmartAccount: boolean }>('OPEN_ENS_FLOW')
export const RegisterNameInitiated = event<NameFacts>('REGISTER_NAME_INITIATED')
export const RegisterNameSuccess = event<NameFacts>('REGISTER_NAME_SUCCESS')
/** Not told of a person who declined: that is no error. */
export const RegisterNameError = event<NameFacts & { readonly error: string }>('REGISTER_NAME_ERROR')
