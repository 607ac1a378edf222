'use client'

export { emailAuthMessages } from '../react/emailAuthMessages.js'
