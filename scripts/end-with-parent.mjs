/** Ends this process in an orderly way, by SIGTERM, when its parent process ends without passing a signal on. */
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
