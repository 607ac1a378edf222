'use client'

export { siwxMessages } from '../react/siwxMessages.js'
