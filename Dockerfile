# Builds the console and its services, then an image with nothing but what runs.
# The base is Node's own; npm and git are in the first stage alone.
ARG NODE=node:22-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The console's own packages are built into it; what stays is what the services load.
# The prepared database belongs to who built it alone until it may be read by the image's user.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && chmod -R a+rX dist

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data METRICS_HOST=0.0.0.0
WORKDIR /app
# Nobody installs anything in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/schemas ./schemas
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENV SCHEMAS_DIR=/app/schemas STATIC_DIR=/app/dist/console
CMD ["node", "dist/services/server.js"]
