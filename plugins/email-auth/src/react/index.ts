'use client'

export { emailAuth } from './emailAuth.js'
export { emailAuthMessages } from './emailAuthMessages.js'
