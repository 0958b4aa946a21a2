# The server with its pages, without the tools that build or test them. Settings come from the environment (.env.example);
# persistent data is in /data. docs/operations.md explains how to run it.

# The same patch version as the packages of node in package.json. Give it with its digest for production (docs/operations.md).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
# Without web/package.json: the running server needs no package of the pages.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
# The image has its own Node 24.
RUN rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
RUN npm ci --omit=dev --no-audit --no-fund
COPY tsconfig.json vite.config.ts ./
COPY contract ./contract
COPY web ./web
COPY migrations ./migrations
COPY sandbox ./sandbox
COPY server ./server
COPY scripts ./scripts
RUN node scripts/build.ts && node scripts/build-server.ts && node scripts/build-database.ts

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=pages /app/build ./build
COPY package.json LICENSE ./
COPY contract ./contract
COPY migrations ./migrations
COPY sandbox ./sandbox
COPY server ./server
RUN install -d -o node -g node -m 700 /data /var/cache/taimako
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/var/cache/taimako
USER node
# Compiles every module for this user and these flags. Without it each start takes half as long again, and 20 MB more memory.
RUN ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--eval", "import('./build/node/app.js')"]
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# In exec form node itself is the first process and receives SIGTERM: it finishes the requests in flight within 25 seconds.
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "build/node/main.js"]
