'use client'

export { payMessages } from '../react/payMessages.js'
