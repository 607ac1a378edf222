// The wallet that the email plugin's own tests use, served from another origin than the gallery. Loaded as a module of its
// own: its package says that importing does nothing, so a bundler would drop a plain import.
void import('../../plugins/email-auth/test/frame/frame.js')
