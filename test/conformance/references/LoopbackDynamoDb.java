import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import java.lang.instrument.Instrumentation;

/**
 * Runs DynamoDB Local, which by itself listens on all interfaces, on the loopback address alone. It is also the agent that
 * LocalStack wants beside DynamoDB Local, as a patch for more than 20 indexes; it patches nothing.
 */
public class LoopbackDynamoDb {
  public static void premain(String arguments, Instrumentation instrumentation) {}

  public static void main(String[] arguments) throws Exception {
    var dynamoDb = ServerRunner.createServerFromCommandLineArgs(arguments);
    var field = dynamoDb.getClass().getDeclaredField("server");
    field.setAccessible(true);
    var jetty = field.get(dynamoDb);
    for (var connector : (Object[]) jetty.getClass().getMethod("getConnectors").invoke(jetty)) {
      connector.getClass().getMethod("setHost", String.class).invoke(connector, "127.0.0.1");
    }
    dynamoDb.start();
    System.out.println("listening");
    dynamoDb.join();
  }
}
