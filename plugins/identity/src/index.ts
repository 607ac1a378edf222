export { identity } from './identity.js'
export type { IdentityOptions } from './IdentityOptions.js'
export { NameLookup } from './NameLookup.js'
export type { CheckedName, NameLookupService, ResolvedName } from './NameLookup.js'
export { NameRegistration } from './NameRegistration.js'
export type { NameRegistrationService, NameRegistrationState } from './NameRegistration.js'
export { problemOfNamePart } from './problemOfNamePart.js'
export {
  NameFlowOpened,
  RegisterNameError,
  RegisterNameInitiated,
  RegisterNameSuccess,
} from './registrationEvents.js'
export type { NameFacts } from './registrationEvents.js'
export {
  ApproveNameRoute,
  ChooseNameRoute,
  RegisterNameRoute,
  RegisterNameSuccessRoute,
} from './registrationRoutes.js'
