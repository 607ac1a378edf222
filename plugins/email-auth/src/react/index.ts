'use client'

export { emailAuth } from './emailAuth.js'
