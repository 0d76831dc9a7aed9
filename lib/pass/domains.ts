/** A field of work that a change can belong to; rules may ask for one. Recognised by path, language, imports or vocabulary. */
export interface Domain {
  readonly name: string;
  readonly paths?: RegExp;
  readonly languages?: readonly string[];
  /** One import that matches is enough. */
  readonly imports?: RegExp;
  /** Words of the field; two different ones are needed. */
  readonly words?: RegExp;
}

/** To add a domain: one entry here, and a line in docs/policies.md. */
export const DOMAINS: readonly Domain[] = [
  {
    name: 'bitcoin',
    paths: /(?:^|[/_.-])(?:bitcoin|btc|wallet|utxo|mempool|psbt|lightning|lnd|bip\d+|electrum)(?:[/_.-]|$)/i,
    imports:
      /(?:^|[/@:._-])(?:bitcoinjs-lib|bitcoin(?:lib|rpc|-core)?|bip(?:32|39|174)|ecpair|tiny-secp256k1|btc(?:util|suite|wallet|d|ec|json)|bdk(?:_wallet)?|lightning|lnd|lnrpc|electrum|coinselect)(?:$|[/:._-])/i,
    words:
      /\b\w*(?:satoshi|sats?PerV|sat_?(?:per_?)?v_?b|utxo|psbt|txid|mempool|fee_?rate|bitcoin|btc|scriptPubKey|segwit|taproot|xpub|xprv|outpoint|sats|chainhash|block_?connected|block_?header|coinbase)\w*\b/gi,
  },
  {
    name: 'git',
    paths: /(?:^|\/)(?:\.husky|\.githooks|hooks|\.gitmodules|\.gitattributes)(?:\/|$)/,
    imports: /(?:^|[/@:])(?:simple-git|isomorphic-git|nodegit|dugite|git2|gix|pygit2|go-git|GitPython)(?:$|[/:])|^git$/,
    words: /\b(?:GIT_\w+|rev-parse|diff-index|cat-file|pre-commit|refs\/heads|libgit2)\b/g,
  },
  {
    name: 'database',
    paths: /(?:^|\/)(?:migrations?|schema|db|database|prisma|sql)(?:\/|\.|$)/i,
    languages: ['sql'],
    imports:
      /(?:^|[/@:._-])(?:pg|mysql2?|sqlite3?|better-sqlite3|knex|sequelize|prisma|mongoose|mongodb|typeorm|drizzle-orm|redis|ioredis|sqlalchemy|psycopg2?|asyncpg|sqlx|diesel|pgx|gorm|database\/sql|java\.sql|jdbc|hibernate|ActiveRecord|EntityFrameworkCore)(?:$|[/:._-])/i,
    words: /\b(?:SELECT\s|INSERT\s+INTO|UPDATE\s+\w+\s+SET|CREATE\s+TABLE|ALTER\s+TABLE|DELETE\s+FROM)/gi,
  },
  {
    name: 'web',
    paths: /(?:^|\/)(?:routes?|controllers?|handlers?|middlewares?|api|views?|pages)\//i,
    languages: ['html'],
    imports:
      /(?:^|[/@:._-])(?:express|fastify|koa|hono|nestjs|next|axios|undici|flask|django|fastapi|starlette|aiohttp|requests|net\/http|gin|echo|axum|actix_web|actix-web|warp|hyper|reqwest|rails|sinatra|laravel|Symfony|springframework|AspNetCore)(?:$|[/:._-])/,
    words:
      /\b(?:req\.(?:body|query|params)|request\.(?:form|args|json)|res\.(?:send|json)|innerHTML|document\.|fetch\(|Content-Type|cookies?\b)/g,
  },
  {
    name: 'frontend',
    paths: /(?:^|\/)(?:components?|widgets?|layouts?|stylesheets?)\//i,
    languages: ['css', 'vue', 'tsx', 'html'],
    imports: /^(?:react|react-dom|preact|vue|svelte|solid-js|lit|@angular\/.*|@emotion\/.*|styled-components)(?:$|\/)/,
  },
  {
    name: 'crypto',
    paths: /(?:^|[/_.-])(?:crypto|cipher|tls|ssl|certs?)(?:[/_.-]|$)/i,
    imports:
      /^(?:node:)?crypto(?:$|\/)|(?:^|[/@:._-])(?:hashlib|hmac|cryptography|nacl|libsodium|tweetnacl|noble|bcrypt|scrypt|argon2|ring|rustls|openssl|secp256k1|jsonwebtoken|jose)(?:$|[/:._-])/,
    words:
      /\b(?:createHash|createCipher\w*|createHmac|hmac|sha(?:1|256|512)|md5|aes|rsa|ed25519|secp256k1|bcrypt|scrypt|argon2|nonce|randomBytes)\b/gi,
  },
  {
    name: 'payments',
    paths: /(?:^|[/_.-])(?:payments?|billing|invoices?|checkout|payouts?)(?:[/_.-]|$)/i,
    imports: /(?:^|[/@:._-])(?:stripe|paypal|braintree|adyen|mollie|square)(?:$|[/:._-])/i,
    words: /\b\w*(?:invoice|refund|payout|chargeback|payment_?intent|amount_?cents|price_?cents|iban|currency)\w*\b/gi,
  },
  {
    name: 'infrastructure',
    paths:
      /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.gitlab-ci\.yml|\.circleci|terraform|k8s|kubernetes|helm|charts?|deploy|ansible)(?:\/|$)/i,
    languages: ['dockerfile', 'tf'],
    imports: /(?:^|[/@:._-])(?:aws-sdk|aws-cdk-lib|boto3|pulumi|kubernetes|k8s\.io)(?:$|[/:._-])/,
    words: /\b(?:apiVersion:|runs-on:|uses:\s|resource\s+"|image:\s)/g,
  },
  {
    name: 'messaging',
    imports:
      /(?:^|[/@:._-])(?:kafkajs|kafka|amqplib|amqp|pika|celery|bullmq|bull|nats|rabbitmq|sarama|sidekiq|client-sqs)(?:$|[/:._-])/,
    words: /\b(?:KafkaProducer|KafkaConsumer|dead_?letter\w*|consumer_?group\w*|enqueue\w*|requeue\w*)\b/gi,
  },
  {
    name: 'machine-learning',
    imports:
      /^(?:torch|tensorflow|keras|sklearn|transformers|jax|xgboost|lightgbm|onnxruntime|langchain|openai|@tensorflow)(?:$|[/.:-])/,
    words: /\b(?:state_dict|learning_rate|optimizer\.step|train_test_split|embeddings?|batch_size|n_estimators)\b/g,
  },
  {
    name: 'concurrency',
    imports:
      /(?:^|[/@:._-])(?:worker_threads|threading|multiprocessing|asyncio|tokio|crossbeam|rayon|sync)(?:$|[/:._-])/,
    words:
      /\b(?:Mutex|RwLock|sync\.\w+|goroutine|go\s+func|Promise\.(?:all|race|any)|new\s+Worker|Atomics?|synchronized|Semaphore|WaitGroup)\b/g,
  },
  { name: 'testing', paths: /(?:^|\/)(?:tests?|__tests__|spec|e2e)\/|[._-](?:test|spec)\.\w+$|_test\.\w+$/ },
  { name: 'documentation', languages: ['md'], paths: /(?:^|\/)docs?\// },
];
