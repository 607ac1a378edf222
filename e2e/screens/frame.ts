// The wallet that the email plugin's own tests use, served from another origin than the gallery.
import '../../plugins/email-auth/test/frame/frame.js'
